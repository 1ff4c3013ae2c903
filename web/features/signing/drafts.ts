import type { Output } from '#contract/kit.ts'
import { passwordHeaders } from '#contract/documentPassword.ts'
import { discardUpload, maxDocuments, type Placement, type SignatureAppearance, uploadDocument } from '#contract/signing.ts'
import { downloadDocument } from '#contract/transactions.ts'
import { useSyncExternalStore } from 'react'
import { fetchFile, Refusal, send } from '../../kit/client.ts'
import { onSession, readSession } from '../../kit/session.ts'
import { messageOf } from '../../kit/tell.ts'
import { betterPlace, type Insight, type Placed } from './insight.ts'
import { defaultPlacement } from './place.ts'

export type Upload = Output<typeof uploadDocument>

/** A file on its way to be signed. It stays in this tab's memory, so that an attempt that fails can be repeated. */
export type Draft = Placed & {
  readonly key: string
  /** From 0 to 1 while it is sent. */
  readonly share: number
  readonly state: 'sending' | 'refused' | 'ready'
  /** Why it was refused. */
  readonly message: string
  /** What would open it is asked for. */
  readonly needsPassword?: boolean
  readonly upload: Upload | null
  /** It was chosen before this page was opened. */
  readonly isFromBefore?: boolean
  /** Every page of it was shown here, to its foot. */
  readonly isRead?: boolean
  /** The person put the mark there; until then it may move to where the page is free. */
  readonly isPlaced?: boolean
}

let drafts: readonly Draft[] = []
/** What was chosen last is chosen for the next. */
let design: SignatureAppearance['design'] = 'full'
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
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useDrafts = () => useSyncExternalStore(onDrafts, readDrafts)

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
    design,
    insights: {},
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
    const { leadingBytes } = upload
    const taken = leadingBytes > 0 ? new File([file.slice(leadingBytes)], file.name, { type: file.type }) : file
    if (upload.sha256 !== (taken === file ? sha256 : await hashOf(taken))) throw new Error('what arrived is not what was sent')
    const field = freeField(upload)
    change(key, {
      state: 'ready',
      share: 1,
      file: taken,
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
  change(key, await openedHere(draft.file, password))
}

/** Whether a document that is on the server opens here: with the password that is known, or without one. */
async function openedHere(file: File, password?: string): Promise<Pick<Draft, 'state' | 'needsPassword'>> {
  const { openPdf } = await import('../../kit/pdf.ts')
  try {
    const pdf = await openPdf(file, password)
    pdf.close()
    return { state: 'ready', needsPassword: false }
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
  void (drafts.find((one) => one.key === key)?.upload ? fetchOne(key) : sendOne(key))
}

export function remove(key: string) {
  const draft = drafts.find((one) => one.key === key)
  put(drafts.filter((one) => one.key !== key))
  leaving.get(key)?.abort()
  if (!draft?.upload) return
  const { uniqueFileID } = draft.upload
  void send(discardUpload, { uniqueFileID }).catch(() => undefined) // what is left behind ends by itself within a day
}

export function removeAll() {
  for (const { key } of drafts) remove(key)
}

export const place = (key: string, placement: Placement | null) => change(key, { placement, field: null, isPlaced: true })
export const signField = (key: string, field: string) => change(key, { placement: null, field })

/** All documents of one signing look alike. */
export function chooseDesign(chosen: SignatureAppearance['design']) {
  design = chosen
  put(drafts.map((draft) => ({ ...draft, design })))
}

export const chooseLanguage = (key: string, language: SignatureAppearance['language']) => change(key, { language })

/** Takes what a page shows; a mark that nobody put there yet gives way to what is written. */
export function learn(key: string, page: number, insight: Insight | null) {
  const draft = drafts.find((one) => one.key === key)
  if (!draft) return
  const known = { ...draft, insights: { ...draft.insights, [page]: insight } }
  const better = draft.isPlaced ? null : betterPlace(known)
  change(key, { insights: known.insights, ...(better && { placement: better }) })
}

export const markRead = (key: string) => change(key, { isRead: true })

/** Where its author left fields to sign, the first that is free is where a signature is expected. */
const freeField = ({ emptyFields }: Upload): string | null => emptyFields.find(({ refusal }) => !refusal)?.name ?? null

export function forgetDrafts() {
  for (const stop of leaving.values()) stop.abort()
  put([])
}

/** Documents that are on the server: chosen before, or of a signing that came to nothing. Their files are fetched one after the other. */
export async function takeUp(found: readonly (Pick<Draft, 'upload'> & Partial<Draft>)[]) {
  owner = readSession()?.slno
  const added = found.map(({ upload, ...more }): Draft => ({
    key: upload!.uniqueFileID,
    file: new File([], upload!.documentName, { type: 'application/pdf' }),
    share: 0,
    state: 'sending',
    message: '',
    upload,
    pages: upload!.pages,
    placement: null,
    field: null,
    design,
    insights: {},
    isFromBefore: true,
    ...more,
  }))
  if (added[0]) design = added[0].design
  put([...drafts, ...added])
  for (const { key } of added) await fetchOne(key)
}

async function fetchOne(key: string) {
  const draft = drafts.find((one) => one.key === key)
  if (!draft) return
  const { uniqueFileID, documentName, isEncrypted } = draft.upload!
  const stop = new AbortController()
  leaving.set(key, stop)
  try {
    const { blob } = await fetchFile(downloadDocument, { uniqueFileID, edition: 'original' }, { signal: stop.signal })
    const file = new File([blob], documentName, { type: 'application/pdf' })
    change(key, { file, share: 1, ...(isEncrypted ? await openedHere(file) : { state: 'ready' }) })
  } catch (error) {
    if (!stop.signal.aborted) change(key, { state: 'refused', message: messageOf(error) })
  } finally {
    leaving.delete(key)
  }
}
