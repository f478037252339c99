// The devices that are signed in, for their owner to recognise.
import type { userSessions } from '@cormorant/contract/calls/profile.ts';
import type { DescribeDevice } from '../../../ports/describe-device.ts';
import type { SessionStore } from '../../../ports/session-store.ts';
import type { Handler } from '../../handler.ts';

export interface ListDevicesDeps {
  readonly sessions: SessionStore;
  readonly describeDevice: DescribeDevice;
}

export function listDevices({ sessions, describeDevice }: ListDevicesDeps): Handler<typeof userSessions> {
  return async (_request, context) => {
    const live = await sessions.liveOf(context.userId, context.nowMs);
    return {
      list: live.map((session) => ({
        id: session.id,
        terminal: session.terminal,
        device_label: describeDevice(session.userAgent),
        ip: session.ip,
        created_at: session.createdAtMs,
        last_seen_at: session.lastSeenAtMs,
        expires_at: session.expiresAtMs,
        current: session.id === context.sessionId ? 1 : 0,
      })),
    };
  };
}
