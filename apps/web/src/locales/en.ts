// All words of one language, gathered into one chunk that is loaded when that language is shown.
import { account } from './en/account.ts';
import { assets } from './en/assets.ts';
import { bots } from './en/bots.ts';
import { conditions } from './en/conditions.ts';
import { custody } from './en/custody.ts';
import { diagnostics } from './en/diagnostics.ts';
import { editor } from './en/editor.ts';
import { help } from './en/help.ts';
import { home } from './en/home.ts';
import { identity } from './en/identity.ts';
import { keys } from './en/keys.ts';
import { legs } from './en/legs.ts';
import { my } from './en/my.ts';
import { practice } from './en/practice.ts';
import { records } from './en/records.ts';
import { round } from './en/round.ts';
import { safety } from './en/safety.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { size } from './en/size.ts';
import { team } from './en/team.ts';

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
