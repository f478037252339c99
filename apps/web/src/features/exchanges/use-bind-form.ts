// The three parts of a key as they are typed, what is missing among them, and the one request that sends them. They live in
// this component's memory alone and are gone when it is left, also when the browser keeps the page for a way back.
import * as codes from '@cormorant/contract/codes.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/errors.ts';
import { bindKeys } from './api/keys.ts';

export interface KeyForm {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  readonly label: string;
  readonly added: boolean;
}
export type PartName = 'apiKey' | 'secretKey' | 'passphrase';

const empty: KeyForm = { apiKey: '', secretKey: '', passphrase: '', label: '', added: false };
const partOfCode: Readonly<Record<number, PartName>> = {
  [codes.api_required]: 'apiKey',
  [codes.secret_required]: 'secretKey',
  [codes.passphrase_required]: 'passphrase',
};

function isPart(name: unknown): name is PartName {
  return name === 'apiKey' || name === 'secretKey' || name === 'passphrase';
}

/** The part that a refusal is about. */
export function partOf(error: ApiError): PartName | null {
  const { field } = error.data;
  return isPart(field) ? field : (partOfCode[error.code ?? 0] ?? null);
}

export function useBindForm({ code, ips, need_passphrase }: Exchange, onBound: () => void) {
  const { t } = useTranslation();
  const [form, setForm] = useState(empty);
  const [missing, setMissing] = useState<Partial<Record<keyof KeyForm, string>>>({});
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const under = useRef(false);

  useEffect(() => {
    const forget = () => setForm(empty);
    window.addEventListener('pagehide', forget);
    return () => window.removeEventListener('pagehide', forget);
  }, []);

  function change(part: Partial<KeyForm>) {
    setForm((before) => ({ ...before, ...part }));
    setMissing({});
    setRefusal(null);
  }

  function check(): boolean {
    const found = {
      ...(form.apiKey.trim() === '' && { apiKey: t('keys.required.apiKey') }),
      ...(form.secretKey.trim() === '' && { secretKey: t('keys.required.secretKey') }),
      ...(need_passphrase === 1 && form.passphrase === '' && { passphrase: t('keys.required.passphrase') }),
      ...(ips.length > 0 && !form.added && { added: t('keys.step3.needed') }),
    };
    setMissing(found);
    return Object.keys(found).length === 0;
  }

  async function submit(acceptUnknown = false) {
    if (under.current || !check()) return;
    under.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      const { apiKey, label, passphrase, secretKey } = form;
      await bindKeys({ exchange: code, apiKey, secretKey, passphrase, label: label.trim(), acceptUnknown });
      setForm(empty);
      onBound();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
    } finally {
      under.current = false;
      setBusy(false);
    }
  }

  return { form, missing, refusal, busy, change, submit, forgetRefusal: () => setRefusal(null) };
}

export type BindForm = ReturnType<typeof useBindForm>;
