import { type Draft, markRead } from './drafts.ts'
import { ReadDocument } from './ReadDocument.tsx'

/** The file of this device, as it will be signed; that it was seen to its end is noted. */
export function ReadDraft({ draft: { key, file, password } }: { draft: Draft }) {
  return <ReadDocument id={key} name={file.name} load={() => Promise.resolve(file)} password={password} onReadToEnd={() => markRead(key)} />
}
