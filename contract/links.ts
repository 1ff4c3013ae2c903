/** Opaque links in messages. */
import { z } from 'zod'
import { call, moment } from './kit.ts'

/** What an opaque link from a message leads to, and whether it still does. */
export const LinkState = z.object({
  purpose: z.enum(['accountInvitation', 'emailConfirmation', 'payment']),
  state: z.enum(['open', 'used', 'expired']),
  /** Whom an open invitation comes from. */
  organizationName: z.string().nullable(),
  organizationNameAr: z.string().nullable(),
  expiresAt: moment,
})

export const openLink = call({
  path: 'POST /:hash',
  summary: 'What an invitation or e-mail link is for, and its state.',
  access: 'anyone',
  whenFull: true,
  params: { hash: z.string().regex(/^[A-Za-z0-9_-]{22,86}$/) },
  output: LinkState,
})
