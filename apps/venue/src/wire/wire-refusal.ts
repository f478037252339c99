// What a wire refuses a request with, in its own words. Thrown anywhere on the way of a request, it is an answer.

export abstract class WireRefusal extends Error {}
