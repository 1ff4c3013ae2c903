import * as calls from '#contract/signing.ts'
import { route } from '#server/platform/http/route.ts'
import { newProofCode } from '#server/platform/secrets.ts'
import { appearancePage } from '#server/signing/appearance/signatureAppearance.ts'
import { proofOf } from '#server/signing/signDocument.ts'

/** What the caller's signature would look like, drawn as signing draws it. Its time and its code are those of no signing. */
export const previewAppearance = route(calls.previewAppearance, async (ctx, wanted) => {
  const person = await ctx.db
    .selectFrom('person')
    .select(['name_ar', 'name_en'])
    .where('id', '=', ctx.caller.personId)
    .executeTakeFirstOrThrow()
  const content = appearancePage({
    ...wanted,
    ...proofOf(ctx.app.configuration, newProofCode()),
    nameAr: person.name_ar,
    nameEn: person.name_en,
    signedAt: ctx.now,
  })
  return { content, fileName: 'signature.pdf' }
})
