// The consent of one visit to the login page: given once for both ways in, and missed when one is taken without it.
import { useState } from 'react';

export interface Consent {
  readonly agreed: boolean;
  readonly missing: boolean;
  set(agreed: boolean): void;
  /** Whether it has been given; where it has not, the box says so from now on. */
  require(): boolean;
}

export function useConsent(): Consent {
  const [agreed, setAgreed] = useState(false);
  const [missed, setMissed] = useState(false);
  return {
    agreed,
    missing: missed && !agreed,
    set: setAgreed,
    require: () => {
      setMissed(!agreed);
      return agreed;
    },
  };
}
