import type { Signer } from '#pki/signer.ts'

export type KeyKind = 'P-256' | 'P-384' | 'RSA-3072'

/** Where private keys live. A key is made here, is used here, and has no way out. */
export interface KeyStore {
  /** Makes a key under a new id. @throws KeyStoreError when the id is taken */
  create(id: string, kind: KeyKind): Promise<Signer>
  /** @throws KeyStoreError when there is no such key or it cannot be opened */
  open(id: string): Promise<Signer>
  /** Makes the key unusable for ever. */
  destroy(id: string): Promise<void>
}

export class KeyStoreError extends Error {
  override name = 'KeyStoreError'
}
