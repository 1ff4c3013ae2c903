import { z } from 'zod'
import { column } from './columns.ts'
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

/** Others are called as they call themselves. */
const deviceTypes = {
  browser: { ar: 'متصفّح', en: 'Browser' },
  mobile: { ar: 'جوال', en: 'Phone' },
  application: { ar: 'تطبيق', en: 'App' },
}

export const listDevices = list({
  path: 'GET /api/v1/devices/registeredDevices/:page/:size',
  summary: 'The devices that signed in to the caller’s account.',
  access: 'signedIn',
  row: DeviceRow,
  columns: {
    deviceModel: column('text', 'الجهاز', 'Device', { part: 'title' }),
    deviceType: column('text', 'النوع', 'Type', { names: deviceTypes, part: 'line' }),
    createdDate: column('date', 'أول دخول', 'First sign-in', { part: 'line' }),
    lastSeen: column('moment', 'آخر نشاط', 'Last active', { part: 'line' }),
    appVersion: column('text', 'الإصدار', 'Version', { sheetOnly: true }),
    isCurrent: column('flag', 'هذا الجهاز', 'This device', { sheetOnly: true }),
  },
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
