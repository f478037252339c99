// From where a request came, as key pages write addresses.

/** IPv4 as people write it, also where it came by an IPv6 socket. */
export function addressOf(ip: string): string {
  return ip.replace(/^::ffff:/, '');
}
