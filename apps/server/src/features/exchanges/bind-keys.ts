// Binding or replacing the key set of an exchange, under both of its calls. The secrets are wrapped before anything else
// sees them and go to the desk of the role that holds the vault; nothing of them comes back.
import type { exchangesBind, userApiBind } from '@cormorant/contract/calls/exchange-keys.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { type ExchangeCard, exchangeCardOf } from '@cormorant/contract/labels/exchanges.ts';
import type { KeyAnswer, KeyDesk } from '../../ports/key-desk.ts';
import type { KeyRecord } from '../../ports/key-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import { Secret } from '../../ports/secret.ts';
import type { CallContext, Handler } from '../handler.ts';
import { marketNames } from '../market-names.ts';
import { keyView } from './key-view.ts';
import { withPemLines } from './pem-lines.ts';

export interface BindKeysDeps {
  readonly desk: KeyDesk;
  /** Some exchanges tell their contracts to keys only: the list is read again after a binding. */
  readonly relist: (exchange: string) => Promise<void>;
}

/** Names of the parts in the two calls. */
interface PartNames {
  readonly api_key: string;
  readonly secret_key: string;
  readonly passphrase: string;
}

interface Wish {
  readonly exchange: string | number;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string | undefined;
  readonly label: string | undefined;
  readonly accepted: boolean;
}

const unboundWarning: Readonly<Record<Lang, string>> = {
  zh: '该密钥未绑定IP:任何人拿到都能使用,且部分交易所会让它自动过期。建议在交易所绑定服务器IP。',
  en: 'This key is not bound to addresses: whoever has it can use it, and some exchanges let it expire. Bind it to the server IPs at the exchange.',
};

const transferWarning: Readonly<Record<Lang, string>> = {
  zh: '该密钥还能划转资金:拿到它的人可以把币转到其他账户。机器人不需要此权限,建议在交易所关闭。',
  en: 'This key can also transfer funds: whoever has it can move coin to other accounts. Bots do not need that; turn it off at the exchange.',
};

/** What its owner should change at the exchange, though the key is taken; '' = nothing. */
function warningOf({ ipBound, rights }: KeyRecord, lang: Lang): string {
  return [
    ...(ipBound ? [] : [unboundWarning[lang]]),
    ...(rights.transfer === true ? [transferWarning[lang]] : []),
  ].join(lang === 'zh' ? '' : ' ');
}

export function cardOr2005(named: string | number): ExchangeCard {
  const card = exchangeCardOf(named);
  if (card === undefined) throw new Refusal(codes.exchange_unsupported);
  return card;
}

/** What else a refusal tells the screen: the part to look at, and whether something can be done here. */
export function refuseKeys(
  answer: Extract<KeyAnswer, { outcome: 'refused' }>,
  exchange: string,
  lang: Lang,
  names: PartNames,
): never {
  const { asksToAccept, code, missing, part, unsure } = answer;
  throw new Refusal(code, {
    params: { market: marketNames.spot[lang] },
    data: {
      exchange,
      ...(part !== undefined && { field: names[part] }),
      ...(missing !== undefined && { missing }),
      ...(unsure === true && { unsure: 1 }),
      ...(asksToAccept === true && { accept: 'accept_unknown' }),
    },
  });
}

function boundData(key: KeyRecord, context: CallContext) {
  const warning = warningOf(key, context.lang);
  return { ...keyView(key, context), ...(warning !== '' && { warning }) };
}

function binder({ desk, relist }: BindKeysDeps, names: PartNames) {
  return async (wish: Wish, context: CallContext) => {
    const card = cardOr2005(wish.exchange);
    const { passphrase = '' } = wish;
    if (card.passphrase && passphrase === '') {
      throw new Refusal(codes.passphrase_required, { data: { field: names.passphrase } });
    }
    const answer = await desk.bind({
      userId: context.userId,
      exchange: card.code,
      keys: {
        apiKey: new Secret(wish.apiKey),
        secretKey: new Secret(withPemLines(wish.secretKey)),
        passphrase: card.passphrase ? new Secret(passphrase) : null,
      },
      label: wish.label ?? '',
      unknownAccepted: wish.accepted,
    });
    if (answer.outcome === 'refused') return refuseKeys(answer, card.code, context.lang, names);
    await relist(card.code);
    return boundData(answer.key, context);
  };
}

export function bindExchange(deps: BindKeysDeps): Handler<typeof exchangesBind> {
  const bind = binder(deps, { api_key: 'apiKey', secret_key: 'secretKey', passphrase: 'passphrase' });
  return ({ body }, context) =>
    bind(
      {
        ...body,
        exchange: body.exchangeId,
        accepted: body.accept_unknown === 1,
        label: body.label,
        passphrase: body.passphrase,
      },
      context,
    );
}

export function bindUserApi(deps: BindKeysDeps): Handler<typeof userApiBind> {
  const bind = binder(deps, { api_key: 'api_key', secret_key: 'secret_key', passphrase: 'passphrase' });
  return ({ body }, context) => {
    const { accept_unknown, api_key, exchange, label, passphrase, secret_key } = body;
    return bind(
      { exchange, apiKey: api_key, secretKey: secret_key, passphrase, label, accepted: accept_unknown === 1 },
      context,
    );
  };
}
