import type { Output } from '#contract/kit.ts'
import { type DraftDocument, readSigningDraft, saveSigningDraft } from '#contract/signing.ts'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { Refusal, send } from '../../kit/client.ts'
import { onSession, readSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { type Draft, onDrafts, readDrafts, takeUp } from './drafts.ts'

type Kept = Output<typeof readSigningDraft>['documents'][number]

/** Changes come in bursts: a mark that is dragged, a file after the other. */
const savedAfterMs = 400

/** Of what the server has; undefined: it was not asked yet. */
let version: number | undefined
/** What it has, as it was sent. */
let kept = ''
let timer: ReturnType<typeof setTimeout> | undefined
let saving: Promise<void> | undefined
let owner: number | undefined

onSession(() => {
  const next = readSession()?.slno
  if (next === owner) return
  // What the next person does is theirs; what this one chose stays with them.
  clearTimeout(timer)
  version = undefined
  owner = next
})

onDrafts(() => {
  if (version === undefined || isSaved()) return
  clearTimeout(timer)
  timer = setTimeout(() => void save(), savedAfterMs)
})

/** In the order in which they are shown; a file that is still on its way is kept once it is there. */
const documentsOf = (drafts: readonly Draft[]): z.output<typeof DraftDocument>[] =>
  drafts.flatMap(({ upload, placement, field, isPlaced = false, isRead = false, design, language = null }) =>
    upload ? { uniqueFileID: upload.uniqueFileID, placement, field, isPlaced, isRead, design, language } : [],
  )

const isSaved = () => JSON.stringify(documentsOf(readDrafts())) === kept

/** Whether leaving now would lose something: a file on its way, or a change that is not kept yet. */
export const wouldLose = () =>
  readDrafts().some(({ state, upload }) => state === 'sending' && !upload) || (version !== undefined && !isSaved())

/** One at a time, each with what there is by then. */
async function save(): Promise<void> {
  await saving
  if (version === undefined || isSaved()) return
  const documents = documentsOf(readDrafts())
  saving = exchange(documents, version)
  await saving
}

async function exchange(documents: ReturnType<typeof documentsOf>, from: number): Promise<void> {
  const isSameOwner = () => version === from
  try {
    const answer = await send(saveSigningDraft, { version: from, documents })
    if (!isSameOwner()) return
    version = answer.version
    kept = JSON.stringify(documents)
  } catch (error) {
    if (!isSameOwner() || !(error instanceof Refusal)) return // without a network the next change tries again
    if (error.problem.status === 409 || error.problem.status === 404) await join(documents)
  }
}

/** Somebody else saved meanwhile, on another device: what they added is added here, and both are kept. */
async function join(own: ReturnType<typeof documentsOf>): Promise<void> {
  const answer = await send(readSigningDraft, {})
  version = answer.version
  const before = new Set((JSON.parse(kept || '[]') as typeof own).map(({ uniqueFileID }) => uniqueFileID))
  const here = new Set(own.map(({ uniqueFileID }) => uniqueFileID))
  const added = answer.documents.filter(({ uniqueFileID }) => !here.has(uniqueFileID) && !before.has(uniqueFileID))
  kept = JSON.stringify(answer.documents.map(({ upload: _upload, ...document }) => document))
  if (added.length > 0) await takeUp(added.map(draftOf))
  else timer = setTimeout(() => void save(), savedAfterMs)
}

const draftOf = ({ uniqueFileID: _id, language, ...document }: Kept): Pick<Draft, 'upload'> & Partial<Draft> => ({
  ...document,
  ...(language && { language }),
})

/**
 * Takes up what was chosen before, here or on another device, where nothing is chosen here.
 * @param again a signing that came to nothing, whose documents are taken up where nothing else was chosen
 */
export function useSavedDraft(again: string | null): boolean {
  const [isLoading, setLoading] = useState(version === undefined || readDrafts().length === 0)
  useEffect(() => {
    if (!isLoading) return
    load(again)
      .catch(tell)
      .finally(() => setLoading(false))
  }, [isLoading]) // eslint-disable-line react-hooks/exhaustive-deps -- asked once
  return isLoading
}

async function load(again: string | null): Promise<void> {
  owner = readSession()?.slno
  const asked = owner
  const answer = await send(readSigningDraft, again === null ? {} : { transactionID: again })
  if (asked !== owner) return
  version = answer.version
  kept = JSON.stringify(answer.documents.map(({ upload: _upload, ...document }) => document))
  const known = new Set(readDrafts().map(({ upload }) => upload?.uniqueFileID))
  void takeUp(answer.documents.filter(({ uniqueFileID }) => !known.has(uniqueFileID)).map(draftOf))
}
