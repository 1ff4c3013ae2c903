import { orgRoleWords } from '#contract/members.ts'
import type { OrgRole } from '#contract/kit.ts'
import { screens } from '#contract/screens.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { isolate } from '#server/platform/isolate.ts'
import { queueMail, queueSms } from '#server/platform/messages.ts'

type Invited = { name: string; email: string; mobile: string; role: OrgRole; days: number; token: string }

/** Sends an invitation by e-mail and by text message, in the language of whoever invites; the link's token stands behind `#`. */
export async function sendInvitation(
  tx: Queryable,
  { now, app, language, organisation }: Pick<Ctx, 'now' | 'app' | 'language'> & { organisation: { nameAr: string; nameEn: string } },
  { name, email, mobile, role, days, token }: Invited,
): Promise<void> {
  const { nameAr, nameEn } = organisation
  const { ar: roleAr, en: roleEn } = orgRoleWords[role]
  const link = `${app.configuration.PUBLIC_URL}${screens.verifyOrgUser.path}?lng=${language}#${token}`
  const subject = { ar: `دعوة للانضمام إلى ${isolate(nameAr)} في توقيع`, en: `${isolate(nameEn)} invites you to Tawqi` }
  await queueMail(
    tx,
    { now },
    {
      to: email,
      language,
      subject,
      text: {
        ar: `مرحبًا ${isolate(name)}،\nتدعوك «${isolate(nameAr)}» إلى الانضمام إليها في توقيع بصفة «${roleAr}».\nأكّد هويتك عبر نفاذ وأكمل بياناتك من هذا الرابط خلال ${days} يومًا:\n${link}\n\nلا يطلب منك توقيع كلمة مرور ولا رمزًا في رسالة أو مكالمة. إن لم تكن تعرف هذه المنشأة، فتجاهل هذه الرسالة.`,
        en: `Hello ${isolate(name)},\n“${isolate(nameEn)}” invites you to join it on Tawqi as “${roleEn}”.\nConfirm your identity with Nafath and complete your details by this link within ${days} days:\n${link}\n\nTawqi never asks for a password or a code in a message or a call. If you do not know this organisation, ignore this message.`,
      },
    },
  )
  await queueSms(
    tx,
    { now },
    {
      to: mobile,
      language,
      text: {
        ar: `تدعوك «${isolate(nameAr)}» إلى الانضمام إليها في توقيع: ${link}`,
        en: `“${isolate(nameEn)}” invites you to join it on Tawqi: ${link}`,
      },
    },
  )
}
