// The passwords people choose most, as far as they have the right form (eight characters, a letter and a digit). They
// are made of a few stems with a few tails, so that is how they are listed; letters count whatever their case.
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';

const stems =
  `password passw0rd p@ssw0rd pass passwort admin administrator root user guest test tester login welcome letmein
  changeme default secret master superman batman monkey dragon shadow sunshine princess football baseball basketball soccer
  hockey iloveyou ilove loveyou lovely michael jordan jennifer jessica ashley daniel charlie thomas andrew joshua matthew
  nicole hello freedom whatever trustno starwars pokemon computer internet samsung google facebook qwerty qwertyuiop qwert
  qwer qazwsx qazwsxedc asdf asdfgh asdfghjkl zxcvbnm zxcvb abc abcd abcde abcdef abcdefg aaa aa a q w z x asd qwe zxc qaz
  woaini woaiwo nihao mima zhang wang li liu chen bitcoin binance crypto trading trader money lucky happy summer
  winter spring autumn january monday friday cookie cheese coffee banana orange purple hunter killer ninja mustang
  ferrari harley ginger pepper buster tigger maggie bailey chelsea arsenal liverpool barcelona cormorant`
    .split(/\s+/)
    .filter((stem) => stem !== '');

const tails =
  `0 1 2 3 7 8 9 01 10 11 12 13 21 22 23 69 77 88 99 00 007 111 123 321 520 666 777 888 999 1111 1234 1314 2000
  1990 2020 2021 2022 2023 2024 2025 2026 4321 12345 54321 11111 00000 123456 654321 111111 000000 666666 888888 520520
  1234567 7654321 12345678 87654321 123456789 1234567890 987654321 1! 12! 123! 1234! @123 @1234 #123 123abc 123qwe 1q2w3e`
    .split(/\s+/)
    .filter((tail) => tail !== '');

const others =
  `passw0rd p@ssw0rd 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 a1b2c3d4 a1s2d3f4 1a2b3c4d zaq12wsx
  zaq1xsw2 qwe123qwe qwe123asd 123qweasd 123qweasdzxc abc123abc qwer1234asdf asdf1234qwer 1234qwer 12345qwert 123456qwerty
  12345678a 123456789a 1234567890a a12345678 a123456789 123456abc 123456aa 1234567a 12345abc 123abc123 5201314a a5201314`
    .split(/\s+/)
    .filter((password) => password !== '');

const listed = new Set([...others, ...stems.flatMap((stem) => tails.flatMap((tail) => [stem + tail, tail + stem]))]);

export function isCommonPassword(password: string): boolean {
  return listed.has(password.toLowerCase());
}

/** `common` tells the screen that not the form is what is wrong. */
export function assertUncommon(password: string): void {
  if (isCommonPassword(password)) throw new Refusal(codes.password_format, { data: { field: 'password', common: 1 } });
}
