// Devices by the user agents that browsers really send, and by what is none.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome 141 · Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/141.0.0.0`, 'Microsoft Edge 141 · Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox 143 · Linux'],
  [iphone, 'Safari 18 · iOS'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome.replace(' Safari', ' Mobile Safari')}`, 'Chrome 141 · Android'],
  ['curl/8.14.1', ''],
  ['', ''],
  ['  ', ''],
])('%s is %s', (userAgent, label) => {
  expect(describeDevice(userAgent)).toBe(label);
});

it('takes anything at all and stays short', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (userAgent) => {
      expect(describeDevice(userAgent).length).toBeLessThanOrEqual(100);
    }),
  );
});
