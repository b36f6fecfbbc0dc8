import { type Invitation, invitationsApi } from '#contract/people/invitations.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { acceptInvitation, readInvitation } from './accept.ts'
import { listInvitations } from './invitation-list.ts'
import {
  createInvitations,
  invitationToChange,
  invitedGroups,
  revokeInvitation,
  sendAgain,
} from './invitations.ts'
import { forgetEnded } from './purge.ts'

export function invitationRoutes(context: AppContext): void {
  const { db } = context
  forgetEnded(context)

  route(context, invitationsApi.list, {
    run: ({ reading, viewer, query }) => listInvitations({ ...context, reading }, viewer, query),
  })

  route(context, invitationsApi.create, {
    changes: () => NO_TAGS,
    named: ({ viewer }, draft) => invitedGroups(db, viewer, draft),
    run: async ({ viewer, body, meta }) => ({
      success: true as const,
      ...(await createInvitations(context, { viewer, meta }, body)),
    }),
  })

  route(context, invitationsApi.send, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => invitationToChange(db, viewer, param('invitationId')),
    run: async ({ viewer, object: { id }, meta }) => ({
      success: true as const,
      message: 'The invitation is sent again.',
      invitation: await sendAgain(context, { viewer, meta }, id),
    }),
  })

  route(context, invitationsApi.revoke, {
    changes: () => NO_TAGS,
    object: ({ viewer, param }) => invitationToChange(db, viewer, param('invitationId')),
    run: async ({ viewer, object: { id }, meta }) => ({
      success: true as const,
      message: 'The invitation is withdrawn.',
      invitation: await revokeInvitation(context, { viewer, meta }, id),
    }),
  })

  route(context, invitationsApi.read, {
    changes: () => NO_TAGS,
    run: ({ body: { invitation }, meta }) => readInvitation(context, invitation, meta),
  })

  route(context, invitationsApi.accept, {
    run: async ({ viewer, body: { invitation }, meta }) => {
      const accepted = await acceptInvitation(context, { viewer, meta }, invitation)
      return { success: true as const, message: acceptedMessage(accepted.groups), ...accepted }
    },
  })
}

const LIST = new Intl.ListFormat('en-GB')

function acceptedMessage(groups: Invitation['groups']): string {
  return groups.length === 0
    ? 'The invitation is accepted.'
    : `You are in ${LIST.format(groups.map(({ name }) => name))}.`
}
