// What is asserted under which fault of the exchange, by the house wire and ccxt's cards: the rows of the table and the names of
// the tests.
export const faultRows = [
  { fault: 'request lost', asserts: 'the outcome is unknown, and the order is absent when it is looked up' },
  { fault: 'reply lost', asserts: 'the outcome is unknown, and the order is found by its id' },
  {
    fault: 'accepted, then 502 or -1007',
    asserts: 'the outcome is unknown, also of each order of a batch, and all are found',
  },
  { fault: '502 or -1007 before', asserts: 'the outcome is unknown as well: nothing tells the two apart' },
  {
    fault: 'reads that lag',
    asserts: 'a trade whose order cannot be read yet is not given an owner, but read later',
    notOkx: 'its trades name their orders themselves; what came after a trade that lags is kept back',
    notBybit: 'its trades name their orders themselves; what came after a trade that lags is kept back',
    notGate: 'its trades name their orders themselves; what came after a trade that lags is kept back',
    notHouse: 'its trades name their orders themselves',
  },
  {
    fault: 'empty answer',
    asserts: 'a wallet or positions without any row are unreadable, not empty',
    notHouse: 'an empty list is one there; who reads it looks twice',
  },
  {
    fault: '429 and 418',
    asserts: 'refused with 2006, and nothing is asked until the time is over',
    notHouse: 'it does not ration its own',
  },
  { fault: 'key revoked', asserts: 'refused with 2001; reads throw the same' },
  { fault: 'address not listed', asserts: 'refused with 2007; reads throw the same' },
  {
    fault: 'no right to trade',
    asserts: 'refused with 2009, on the market that the key has no right to',
    notHouse: 'there are no keys',
  },
  {
    fault: 'wrong key, wrong secret, no keys',
    asserts: 'refused with 2001, 2001, 2002, and no order arises',
    notHouse: 'there are no keys',
  },
  {
    fault: 'clock skew',
    asserts: 'a read is asked once more with the measured clock; a placement is unknown and sent once',
    notHouse: 'nothing is signed with a time',
  },
  {
    fault: 'maintenance',
    asserts: 'the outcome is unknown, and reads throw 2015; afterwards the order is absent, and taken by the same id',
  },
  { fault: 'rules change', asserts: 'refused in the word of the rule, and the new rules are read at once' },
  { fault: 'delisting', asserts: 'the market is told as halted, orders are refused with 3009' },
] as const;

export type FaultName = (typeof faultRows)[number]['fault'];
