import { rm } from 'node:fs/promises'
import type { App } from '#server/app.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { receive } from '#server/platform/incoming.ts'
import { fromHeader } from '#server/signing/fromHeader.ts'
import { hashFile } from '#server/signing/hashFile.ts'

/** A document as it was received, in a file that the caller removes. The state of its hash goes on when it is signed. */
export type Received = {
  readonly path: string
  readonly sha256: string
  readonly hashState: Uint8Array
  /** So many stood before it in what was sent, and are no part of it. */
  readonly leadingBytes: number
}

export const maxUploadBytes = ({ configuration }: App) => configuration.MAX_UPLOAD_MB * 1_000_000

/** @throws Problem TOO_LARGE, STORAGE_FULL, and what reading the body throws */
export async function receiveUpload({ app }: Ctx<Caller>, body: AsyncIterable<Buffer>): Promise<Received> {
  let leadingBytes = 0
  const { path } = await receive(
    app,
    fromHeader(body, (offset) => (leadingBytes = offset)),
    maxUploadBytes(app),
  )
  try {
    return { path, leadingBytes, ...(await hashFile(path)) }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
