// The form of a withdrawal: what is typed, what speaks against it before it is asked for, and sending it once however
// often it is pressed. What the server refuses is led to the field it concerns.
import * as codes from '@cormorant/contract/codes.ts';
import type { SimilarAddress, Withdrawal, WithdrawInfo } from '@cormorant/contract/entities/custody.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api/errors.ts';
import { newRequestId } from '../../lib/api/request-id.ts';
import { formatUsdt } from '../../ui/figures.ts';
import { plainNumber } from '../../ui/typed-number.ts';
import { compareAmounts, isAmount, lessAmount } from './amount.ts';
import { sendWithdrawal } from './api/custody.ts';

const addressForm = /^0x[0-9a-fA-F]{40}$/;
const paymentCodes: readonly (number | null)[] = [codes.payment_format, codes.payment_wrong, codes.payment_locked];
const addressCodes: readonly (number | null)[] = [codes.address_invalid, codes.address_self];
const SIMILAR = 5208;
const amountCodes: readonly (number | null)[] = [
  codes.amount_invalid,
  codes.balance_insufficient,
  codes.withdraw_min,
  codes.withdraw_max,
  codes.withdraw_daily,
];

/** What the server asks before it sends to an address that looks like another one, and the payment password it was given. */
interface Question {
  readonly similar: readonly SimilarAddress[];
  readonly payment: string;
}

interface Problems {
  readonly address?: string;
  readonly amount?: string;
  readonly payment?: string;
  readonly whole?: string;
}

export function useWithdrawForm(info: WithdrawInfo) {
  const { t } = useTranslation();
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [typed, setAmount] = useState('');
  const amount = plainNumber(typed);
  const [problems, setProblems] = useState<Problems>({});
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Withdrawal | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const request = useRef('');
  const dailyLeft = lessAmount(info.daily_limit, info.daily_used);

  function amountProblem(): string | undefined {
    if (!isAmount(amount)) return t('custody.withdraw.badAmount');
    if (compareAmounts(amount, info.min) < 0) return t('custody.withdraw.least', { min: info.min });
    if (compareAmounts(amount, info.max) > 0) return t('custody.withdraw.most', { max: info.max });
    if (compareAmounts(amount, info.available) > 0)
      return t('custody.withdraw.short', { available: formatUsdt(info.available) });
    if (compareAmounts(amount, dailyLeft) > 0) return t('custody.withdraw.daily', { left: formatUsdt(dailyLeft) });
    return undefined;
  }

  function next(): void {
    const found = {
      ...(addressForm.test(address.trim()) ? {} : { address: t('custody.withdraw.badAddress') }),
      ...(amountProblem() === undefined ? {} : { amount: amountProblem() }),
    } as Problems;
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    // Another intention than the last one: what was sent before stays what it was.
    request.current = newRequestId();
    setAsking(true);
  }

  function refuse(problem: ApiError): void {
    const { code, message } = problem;
    if (paymentCodes.includes(code)) return setProblems({ payment: message });
    setAsking(false);
    if (addressCodes.includes(code)) setProblems({ address: message });
    else if (amountCodes.includes(code)) setProblems({ amount: message });
    else setProblems({ whole: message });
  }

  async function pay(payment: string, compared = false): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblems({});
    const [network] = info.networks;
    try {
      const body = { network: network?.network ?? '', address: address.trim(), amount, payment };
      const named = label.trim() === '' ? {} : { label: label.trim() };
      const answered = compared ? { similar_ack: 1 as const } : {};
      setMade(await sendWithdrawal({ ...body, ...named, ...answered, request_id: request.current }));
      setAsking(false);
      setQuestion(null);
      setAmount('');
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      // A guess was judged: the next one is another request. Whatever got no answer keeps its id.
      if (!problem.passing) request.current = newRequestId();
      if (problem.code === SIMILAR) {
        setAsking(false);
        setQuestion({ similar: problem.data['similar'] as SimilarAddress[], payment });
      } else if (problem.passing) setProblems({ payment: problem.message });
      else {
        setQuestion(null);
        refuse(problem);
      }
    } finally {
      setBusy(false);
    }
  }

  return {
    ...{ address, amount, typed, label, problems, asking, busy, made, dailyLeft, next, pay },
    similar: question?.similar ?? [],
    /** The addresses were compared: it is the one that was typed … */
    confirm: () => pay(question?.payment ?? '', true),
    /** … or another one, or none of them. */
    reject: (known?: string) => {
      setQuestion(null);
      if (known !== undefined) setAddress(known);
    },
    isWhole: addressForm.test(address.trim()),
    receive: isAmount(amount) ? lessAmount(amount, info.fee) : null,
    setAddress: (text: string) => {
      setAddress(text);
      setProblems({});
    },
    setAmount: (text: string) => {
      setAmount(text);
      setProblems({});
    },
    setLabel,
    close: () => setAsking(false),
    again: () => setMade(null),
  };
}
