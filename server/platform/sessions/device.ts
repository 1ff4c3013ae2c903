import type { Ctx } from '../http/context.ts'
import { Problem } from '../problems.ts'

const sentence = {
  ar: 'أرسل معرّف الجهاز: من 8 إلى 64 حرفًا لاتينيًا أو رقمًا أو - أو _.',
  en: 'Send the device’s id: 8 to 64 Latin letters, digits, - or _.',
}

/** The device id, where a call binds something to the browser. @throws Problem INVALID for a caller without one */
export function deviceOf({ deviceId, language }: Pick<Ctx, 'deviceId' | 'language'>): string {
  if (deviceId === null) throw new Problem('INVALID', { errors: [{ field: 'X-DEVICE-ID', message: sentence[language] }] })
  return deviceId
}

/** This device, where the person of this ID signed in on it before, and it was not revoked since. */
export const knownDevice = ({ db, deviceId }: Pick<Ctx, 'db' | 'deviceId'>, idHash: Buffer) =>
  db
    .selectFrom('device')
    .innerJoin('person', 'person.id', 'device.person_id')
    .select('device.id')
    .where('person.national_id_hash', '=', idHash)
    .where('device.public_id', '=', deviceId)
    .where('device.revoked_at', 'is', null)

export const isKnownDevice = async (ctx: Pick<Ctx, 'db' | 'deviceId'>, idHash: Buffer): Promise<boolean> =>
  (await knownDevice(ctx, idHash).executeTakeFirst()) !== undefined
