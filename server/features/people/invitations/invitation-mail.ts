import { z } from 'zod'
import { joinAddress } from '#contract/people/invitation-messages.ts'
import type { AppContext } from '#server/context.ts'
import { findInvitation } from '#server/features/account/auth/invitations.queries.ts'
import { invitationToken, stateOf } from '#server/features/account/auth/invitations.ts'
import { type AnyKind, anyKind, type MailContent, mailKind } from '#server/features/mail/mail-kind.ts'
import { groupsOfInvitations } from './invitations.queries.ts'

export const INVITATION_MAIL = { name: 'invitation', data: z.object({ id: z.string() }) }

const LIST = new Intl.ListFormat('en-GB')
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * The mail of an invitation. Its link is made when the mail is sent, so that it is not stored. Only the site and its groups,
 * which admins name, stand in the text, because nobody has confirmed the address.
 */
export function invitationMail({ db, secrets }: Pick<AppContext, 'db' | 'secrets'>): AnyKind {
  return anyKind(
    mailKind({
      ...INVITATION_MAIL,
      class: 'account',
      async render({ id }, { site }): Promise<MailContent | undefined> {
        const invitation = await findInvitation(db, id)
        if (!invitation || stateOf(invitation) !== 'waiting') return undefined
        const groups = await groupsOfInvitations(db, { ids: [id] })
        const names = LIST.format(groups.map(({ name }) => `“${name}”`))
        const joins = groups.length === 0 ? '' : ` You join ${names}.`
        const until = DAY.format(new Date(invitation.expires_at))
        return {
          subject: `You are invited to ${site.name}`,
          preview: `The link works once, until ${until}.`,
          heading: `You are invited to ${site.name}`,
          paragraphs: [
            `Hello, press the button to create your account or to log in.${joins} The link works once, until ${until}.`,
          ],
          button: {
            label: 'Accept the invitation',
            url: `${site.origin}${joinAddress(invitationToken(secrets, id, 'mailed'))}`,
          },
          aside: {
            lead: 'You do not know this site?',
            text: 'Then somebody typed your address by mistake, and you need to do nothing.',
          },
          reason: `You get this email because somebody at ${site.name} invited this address.`,
        }
      },
    }),
  )
}
