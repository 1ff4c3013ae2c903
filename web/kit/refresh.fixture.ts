/** The page that `refresh.test.ts` drives: the real client, reachable from the test. */
import './withoutEval.ts'
import { listDevices, revokeDevice } from '#contract/devices.ts'
import { verifyDocument } from '#contract/verification.ts'
import { send, sendList } from './client.ts'
import { refresh } from './refresh.ts'
import { readSession } from './session.ts'

const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: Error) => error.message,
  )

Object.assign(globalThis, {
  tawqi: {
    signIn: () => outcome(refresh(undefined)),
    list: (times: number) => Promise.all(Array.from({ length: times }, () => outcome(sendList(listDevices, {}, 0, 10)))),
    revoke: () => outcome(send(revokeDevice, { deviceSlno: 1 })),
    token: () => readSession()?.token,
    giveUpAtOnce: () => {
      const leaving = new AbortController()
      const asked = send(verifyDocument, {}, { file: new Blob(['%PDF']), signal: leaving.signal, onProgress: () => undefined })
      leaving.abort()
      return asked.catch(({ name }: Error) => name)
    },
  },
})
