// The version of the product, as people see it and as updates compare it.
export const serverVersion = '1.0.9';
