import type { Issuer } from '#pki/profiles/issuer.ts'
import type { Signer } from '#pki/signer.ts'

/** An authority's key in use: its row's id, its signer, and what its certificates say of it. */
export type Issuing = { readonly id: string; readonly signer: Signer; readonly issuer: Issuer }
