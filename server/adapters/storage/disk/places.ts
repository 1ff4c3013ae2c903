import { join } from 'node:path'

// `keys/ab/<sha256>` is the record that makes an object exist, `blobs/cd/<random>` its encrypted content; what is not whole yet lies in `incoming`.

export const incomingIn = (folder: string) => join(folder, 'incoming')
export const keyPath = (folder: string, sha256: string) => join(folder, 'keys', sha256.slice(0, 2), sha256)
export const blobPath = (folder: string, blob: string) => join(folder, 'blobs', blob.slice(0, 2), blob)
