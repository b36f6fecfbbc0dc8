import { countOf } from '#contract/format.ts'
import { groupsApi } from '#contract/people/groups.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { route } from '#server/http/route.ts'
import { addGroup, changeGroup, findGroup, listGroups, readGroup, removeGroup } from './groups.ts'
import { workOnMailDomains } from './mail-domain.ts'
import { addMembers, findCandidates, removeMember, setMember } from './members.ts'

/** Cached answers are those to visitors, who are in no group. */
const changes = () => NO_TAGS

export function groupRoutes(context: AppContext): void {
  const { db } = context
  workOnMailDomains(context)

  route(context, groupsApi.list, {
    run: ({ reading, viewer, query }) => listGroups(reading, viewer, query),
  })

  route(context, groupsApi.create, {
    changes,
    run: async ({ viewer, body, meta }) => ({
      success: true as const,
      message: 'Group added.',
      group: await addGroup(context, { admin: viewer, meta }, body),
    }),
  })

  route(context, groupsApi.get, {
    object: ({ viewer, param }) => findGroup(db, viewer, param('groupId')),
    run: ({ reading, viewer, object, query }) => readGroup(reading, viewer, { group: object, ...query }),
  })

  route(context, groupsApi.update, {
    object: ({ viewer, param }) => findGroup(db, viewer, param('groupId')),
    changes,
    run: async ({ viewer, object: { id }, body, meta }) => ({
      success: true as const,
      message: 'Group changed.',
      group: await changeGroup(context, { admin: viewer, meta }, { id, changes: body }),
    }),
  })

  route(context, groupsApi.remove, {
    object: ({ viewer, param }) => findGroup(db, viewer, param('groupId')),
    changes,
    run: async ({ viewer, object, meta }) => {
      await removeGroup(context, { admin: viewer, meta }, object)
      return { success: true as const, message: 'Group deleted.' }
    },
  })

  memberRoutes(context)
}

function memberRoutes(context: AppContext): void {
  const { db } = context

  route(context, groupsApi.people, {
    object: ({ viewer, param }) => findGroup(db, viewer, param('groupId')),
    run: async ({ reading, viewer, object, query }) => ({
      people: await findCandidates(reading, viewer, { groupId: object.id, ...query }),
    }),
  })

  route(context, groupsApi.add, {
    object: ({ viewer, param }) => findGroup(db, viewer, param('groupId')),
    changes,
    run: async ({ viewer, object: group, body: { ids: userIds }, meta }) => {
      const added = await addMembers(context, { viewer, meta }, { group, userIds })
      return { success: true as const, message: `${countOf(added, 'person', 'people')} added.`, added }
    },
  })

  route(context, groupsApi.setMember, {
    object: ({ viewer, param }) => findGroup(db, viewer, param('groupId')),
    changes,
    run: async ({ viewer, object: group, param, body: { lead: isLead }, meta }) => {
      await setMember(context, { viewer, meta }, { group, userId: param('personId'), isLead })
      return { success: true as const, message: 'Member saved.' }
    },
  })

  route(context, groupsApi.removeMember, {
    object: ({ viewer, param }) => findGroup(db, viewer, param('groupId')),
    changes,
    run: async ({ viewer, object: group, param, meta }) => {
      await removeMember(context, { viewer, meta }, { group, userId: param('memberId') })
      return { success: true as const, message: 'Member removed.' }
    },
  })
}
