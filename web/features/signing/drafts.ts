import type { Output } from '#contract/kit.ts'
import { passwordHeaders } from '#contract/documentPassword.ts'
import { discardUpload, maxDocuments, type Placement, uploadDocument } from '#contract/signing.ts'
import { downloadDocument, listMyDocuments } from '#contract/transactions.ts'
import { useSyncExternalStore } from 'react'
import { fetchFile, Refusal, send } from '../../kit/client.ts'
import { onSession, readSession } from '../../kit/session.ts'
import { messageOf } from '../../kit/tell.ts'
import { defaultPlacement, type PageSize } from './place.ts'

export type Upload = Pick<
  Output<typeof uploadDocument>,
  'uniqueFileID' | 'documentName' | 'sha256' | 'size' | 'signatures' | 'attachments' | 'emptyFields' | 'signedPlaces'
>

/** A file on its way to be signed. It stays in this tab's memory, so that an attempt that fails can be repeated. */
export type Draft = {
  readonly key: string
  readonly file: File
  /** From 0 to 1 while it is sent. */
  readonly share: number
  readonly state: 'sending' | 'refused' | 'ready'
  /** Why it was refused. */
  readonly message: string
  /** What would open it is asked for. */
  readonly needsPassword?: boolean
  /** What opens it: in this tab's memory, like the file. */
  readonly password?: string
  readonly upload: Upload | null
  readonly pages: readonly PageSize[]
  /** Every page of it was shown here, to its foot. */
  readonly isRead?: boolean
  /** Null: signed without a visible mark, or in a field. */
  readonly placement: Placement | null
  /** The name of the empty field to sign into. */
  readonly field: string | null
}

let drafts: readonly Draft[] = []
const listeners = new Set<() => void>()
const leaving = new Map<string, AbortController>()

function put(next: readonly Draft[]) {
  drafts = next
  for (const listener of listeners) listener()
}

const change = (key: string, to: Partial<Draft>) => put(drafts.map((draft) => (draft.key === key ? { ...draft, ...to } : draft)))

// Another person at this browser begins with nothing.
let owner: number | undefined
onSession(() => {
  const next = readSession()?.slno
  if (next !== owner && drafts.length) forgetDrafts()
  owner = next
})

export const readDrafts = () => drafts
export const useDrafts = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readDrafts)

/** Begins to send files. @returns how many did not fit any more */
export function addFiles(files: readonly File[]): number {
  owner = readSession()?.slno
  const taken = files.slice(0, maxDocuments - drafts.length)
  const added = taken.map((file): Draft => ({
    key: crypto.randomUUID(),
    file,
    share: 0,
    state: 'sending',
    message: '',
    upload: null,
    pages: [],
    placement: null,
    field: null,
  }))
  put([...drafts, ...added])
  void sendAll(added)
  return files.length - taken.length
}

/** One after the other: the line is shared, and the first ones are ready sooner. */
async function sendAll(added: readonly Draft[]) {
  for (const { key } of added) await sendOne(key)
}

async function sendOne(key: string) {
  const draft = drafts.find((one) => one.key === key)
  if (!draft) return
  const { file, password } = draft
  const stop = new AbortController()
  leaving.set(key, stop)
  try {
    const onProgress = (share: number) => change(key, { share })
    const [upload, sha256] = await Promise.all([
      send(
        uploadDocument,
        { name: file.name },
        { file: new Blob([file], { type: 'application/pdf' }), headers: passwordHeaders(password), signal: stop.signal, onProgress },
      ),
      hashOf(file),
    ])
    if (upload.sha256 !== sha256) throw new Error('what arrived is not what was sent')
    const field = freeField(upload)
    change(key, {
      state: 'ready',
      share: 1,
      upload,
      pages: upload.pages,
      field,
      placement: field === null ? defaultPlacement(upload.pages, upload.signedPlaces) : null,
    })
  } catch (error) {
    if (!stop.signal.aborted)
      change(key, { state: 'refused', message: messageOf(error), needsPassword: asksForPassword(error) || draft.needsPassword })
  } finally {
    leaving.delete(key)
  }
}

const asksForPassword = (error: unknown) =>
  error instanceof Refusal && (error.problem.errors ?? []).some(({ field }) => field === 'password')

/** Sends the file again with what opens it, or opens it here where it is sent already. */
export async function openWith(key: string, password: string) {
  const draft = drafts.find((one) => one.key === key)
  if (!draft) return
  change(key, { state: 'sending', share: draft.upload ? 1 : 0, message: '', password })
  if (!draft.upload) return sendOne(key)
  change(key, await pagesShown(draft.file, password))
}

/** How a document stands that is on the server: its pages are read here. */
async function pagesShown(file: File, password?: string): Promise<Pick<Draft, 'state' | 'needsPassword'> & Partial<Draft>> {
  const { openPdf } = await import('../../kit/pdf.ts')
  try {
    const pdf = await openPdf(file, password)
    const pages = await pdf.sizes()
    pdf.close()
    return { state: 'ready', needsPassword: false, pages, placement: defaultPlacement(pages, []) }
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { state: 'refused', needsPassword: true }
    throw error
  }
}

async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (octet) => octet.toString(16).padStart(2, '0')).join('')
}

export function retry(key: string) {
  change(key, { state: 'sending', share: 0, message: '' })
  void sendOne(key)
}

export function remove(key: string) {
  const draft = drafts.find((one) => one.key === key)
  put(drafts.filter((one) => one.key !== key))
  leaving.get(key)?.abort()
  if (!draft?.upload) return
  const { uniqueFileID } = draft.upload
  void send(discardUpload, { uniqueFileID }).catch(() => undefined) // what is left behind ends by itself within a day
}

export const place = (key: string, placement: Placement | null) => change(key, { placement, field: null })
export const signField = (key: string, field: string) => change(key, { placement: null, field })

export const markRead = (key: string) => change(key, { isRead: true })

/** Where its author left fields to sign, the first that is free is where a signature is expected. */
const freeField = ({ emptyFields }: Upload): string | null => emptyFields.find(({ refusal }) => !refusal)?.name ?? null

export function forgetDrafts() {
  for (const stop of leaving.values()) stop.abort()
  put([])
}

/** Takes up the documents of a signing that came to nothing, after a reload has emptied the memory of the tab. */
export async function takeUpAgain(transactionID: string, signal: AbortSignal) {
  const { dataList } = await send(listMyDocuments, { transactionID }, { signal })
  const found: Draft[] = []
  for (const { uniqueFileID, documentName, sha256, isKept } of dataList) {
    if (!isKept) continue
    const { blob } = await fetchFile(downloadDocument, { uniqueFileID, edition: 'original' }, { signal })
    const file = new File([blob], documentName, { type: 'application/pdf' })
    const upload = {
      uniqueFileID,
      documentName,
      sha256,
      size: blob.size,
      signatures: 0,
      attachments: [],
      emptyFields: [],
      signedPlaces: [],
    } // what it carries was shown before
    const shown = await pagesShown(file)
    found.push({ key: uniqueFileID, file, share: 1, message: '', upload, pages: [], placement: null, field: null, ...shown })
  }
  if (!signal.aborted) put(found)
}
