// An address in full, its ends bold: those are what people compare, and what a look-alike imitates is the rest.
export function ShownAddress({ address }: { readonly address: string }) {
  return (
    <span className="custody__address">
      <b>{address.slice(0, 6)}</b>
      {address.slice(6, -4)}
      <b>{address.slice(-4)}</b>
    </span>
  );
}
