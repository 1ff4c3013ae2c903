import { closeSync, openSync, readSync } from 'node:fs'
import { serveJobs, yielding } from '#server/platform/threads.ts'
import type { HashState } from '#pki/signature/hashState.ts'
import { digestHere, startHash } from './runningHash.ts'

export type FileHash = { sha256: string; hashState: HashState }

const pieceBytes = 1_048_576

// What waits for the disk here waits in this thread: the few that Node keeps for files stay free for the callers.
serveJobs(async (path: string): Promise<FileHash> => {
  const piece = Buffer.allocUnsafe(pieceBytes)
  const file = openSync(path, 'r')
  try {
    let state = startHash()
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
      state = state.with(piece.subarray(0, length))
      await yielding()
    }
    return { sha256: digestHere(state.bytes), hashState: state.bytes }
  } finally {
    closeSync(file)
  }
})
