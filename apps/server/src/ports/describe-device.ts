// What a person recognises a device by.

/** Browser and system of a user agent in words, as far as they can be told: 'Chrome 141 · Windows', or ''. */
export type DescribeDevice = (userAgent: string) => string;
