// Devices named by their user agent, which bowser reads. Clients say of themselves what they like: the words are for
// recognising one's own, never for deciding anything.
import Bowser from 'bowser';
import type { DescribeDevice } from '../../ports/describe-device.ts';

const LONGEST_PART = 40;

export const describeDevice: DescribeDevice = (userAgent) => {
  if (userAgent.trim() === '') return '';
  const { browser, os } = Bowser.parse(userAgent);
  const major = /^\d{1,6}/.exec(browser.version ?? '')?.[0];
  const parts = [[browser.name, major].filter(Boolean).join(' '), os.name ?? ''];
  return parts
    .filter((part) => part !== '')
    .map((part) => part.slice(0, LONGEST_PART))
    .join(' · ');
};
