// What is asserted under which fault of the exchange: the rows of the table, and the names of the tests that run them.
export const faultRows: readonly { readonly fault: string; readonly asserts: string }[] = [];
