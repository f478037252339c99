// All words of one language, gathered into one chunk that is loaded when that language is shown.
import { account } from './zh/account.ts';
import { assets } from './zh/assets.ts';
import { bots } from './zh/bots.ts';
import { conditions } from './zh/conditions.ts';
import { custody } from './zh/custody.ts';
import { diagnostics } from './zh/diagnostics.ts';
import { editor } from './zh/editor.ts';
import { help } from './zh/help.ts';
import { home } from './zh/home.ts';
import { identity } from './zh/identity.ts';
import { keys } from './zh/keys.ts';
import { legs } from './zh/legs.ts';
import { my } from './zh/my.ts';
import { practice } from './zh/practice.ts';
import { records } from './zh/records.ts';
import { round } from './zh/round.ts';
import { safety } from './zh/safety.ts';
import { settings } from './zh/settings.ts';
import { shell } from './zh/shell.ts';
import { size } from './zh/size.ts';
import { team } from './zh/team.ts';

export const words = {
  ...shell,
  account,
  assets,
  bots,
  conditions,
  custody,
  diagnostics,
  editor,
  help,
  home,
  identity,
  keys,
  legs,
  my,
  ...practice,
  records,
  round,
  safety,
  settings,
  size,
  team,
} as const;
