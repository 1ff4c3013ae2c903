import { signPdf, type Signed } from '#pki/signature/sign.ts'
import type { Signer } from '#pki/signer.ts'
import type { Authority } from '#server/ca/authority.ts'
import { readPicture } from './appearance/picture.ts'
import { sealAppearance } from './appearance/sealAppearance.ts'
import { fieldOptions, type Placement, shownSize } from './placement.ts'
import { drawnSize, signatureLevel, type SigningFacts } from './signDocument.ts'

export type SealRequest = {
  authority: Authority
  signer: Signer
  certificate: Uint8Array
  facts: SigningFacts
  hashState: Uint8Array
  placement: Placement | null
  fieldName: string
  organisation: { nameAr: string; nameEn: string }
  picture: { kind: 'png' | 'jpeg'; bytes: Buffer }
  isTest: boolean
  sealedAt: Date
}

/** Seals one document in the name of an organisation by appending to it, at B-LTA, with the picture of the seal where it is shown. */
export async function sealForOrganisation(request: SealRequest): Promise<Signed> {
  const { authority, signer, certificate, facts, hashState, organisation, picture, isTest, sealedAt } = request
  const { shown, ...field } = fieldOptions(facts, request.placement, request.fieldName)
  return signPdf({
    level: signatureLevel(facts),
    signer,
    certificate,
    certificates: [certificate, ...authority.chainOf('seals')],
    facts,
    hashState,
    timestamp: authority.timestamper,
    validationMaterial: () => authority.validationMaterial(certificate, 'seals'),
    signature: {
      ...field,
      signedAt: sealedAt,
      name: organisation.nameEn,
      label: `ختم ${organisation.nameAr}`,
      ...(shown && {
        appearance: sealAppearance({
          ...organisation,
          ...drawnSize(shown),
          picture: await readPicture(picture.kind, picture.bytes),
          isTest,
          sealedAt,
        }),
      }),
    },
  })
}

export type SealPlace = { page: 'first' | 'last' | 'none'; corner: 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight' }
const [usualWidth, usualHeight, margin] = [200, 80, 24]

/** Where the picture stands: in a corner of the page as it is shown, smaller where the page is. */
export function sealPlacement(facts: SigningFacts, { page, corner }: SealPlace): Placement | null {
  if (page === 'none') return null
  const number = page === 'first' ? 1 : facts.pages.length
  const size = shownSize(facts.pages[number - 1]!)
  const width = Math.min(usualWidth, Math.max(size.width - 2 * margin, size.width * 0.9))
  const height = Math.min(usualHeight, size.height * 0.5)
  const across = size.width - width
  const down = size.height - height
  return {
    page: number,
    x: corner.endsWith('Left') ? Math.min(margin, across / 2) : across - Math.min(margin, across / 2),
    y: corner.startsWith('top') ? Math.min(margin, down / 2) : down - Math.min(margin, down / 2),
    width,
    height,
  }
}
