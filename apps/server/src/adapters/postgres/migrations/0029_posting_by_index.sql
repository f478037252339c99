-- A connection keeps the plans it made when it first posted. Made while the ledger was small, they would read all journals
-- for each post for as long as the connection lives; the function therefore finds every row by an index from the beginning.

alter function ledger_post set enable_seqscan = off;
