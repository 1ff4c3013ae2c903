import { z } from 'zod'
import { call, list, moment, slno } from './kit.ts'

export const DeviceRow = z.object({
  deviceSlno: slno,
  deviceType: z.string(),
  deviceModel: z.string(),
  createdDate: moment,
  appVersion: z.string(),
  lastSeen: moment,
  /** The device that asks. */
  isCurrent: z.boolean(),
})

export const listDevices = list({
  path: 'GET /api/v1/devices/registeredDevices/:page/:size',
  summary: 'The devices that signed in to the caller’s account.',
  access: 'signedIn',
  row: DeviceRow,
})

export const revokeDevice = call({
  path: 'POST /api/v1/devices/revoke',
  summary: 'Signs a device out and forgets it.',
  access: 'signedIn',
  whenFull: true,
  refuses: ['NOT_FOUND'],
  body: { deviceSlno: slno },
  output: z.object({ status: z.literal('1') }),
})
