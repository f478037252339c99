// The letter of an exchange, in its box.
export function ExchangeMark({ name }: { name: string }) {
  return (
    <span className="exch exch--l" aria-hidden="true">
      {name.match(/[A-Z]/)?.[0] ?? name.slice(0, 1)}
    </span>
  );
}
