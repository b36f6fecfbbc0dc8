import { countOf } from '#contract/format.ts'
import type { Group, MemberSource } from '#contract/people/groups.ts'
import type { IconName } from '#web/ui/picture/icon.tsx'

/** What admins and leads read below the name of a group. */
export function factsOf({ membersCount, playlistsCount, onlyHere, leads = [] }: Group): string[] {
  return [
    ...(membersCount === undefined ? [] : [countOf(membersCount, 'person', 'people')]),
    onlyHere === undefined
      ? countOf(playlistsCount, 'playlist')
      : `${countOf(onlyHere, 'playlist')} only for this group`,
    ...(leads.length > 0 ? [leadsText(leads)] : []),
  ]
}

const LEADS_NAMED = 3

/** `Lead: Marta Lindqvist` */
function leadsText(leads: NonNullable<Group['leads']>): string {
  const named = leads.slice(0, LEADS_NAMED).map(({ username }) => username)
  const others = leads.length - named.length
  const names = others > 0 ? [...named, `${others} more`] : named
  return `${leads.length === 1 ? 'Lead' : 'Leads'}: ${names.join(', ')}`
}

/** What a deletion takes away. */
export function deletionText({ membersCount = 0, onlyHere = 0 }: Group): string {
  const stays = 'Accounts and playlists stay.'
  if (membersCount === 0 || onlyHere === 0) return `Nobody loses access to a playlist. ${stays}`
  const lose = membersCount === 1 ? 'loses' : 'lose'
  const playlists = countOf(onlyHere, 'playlist')
  return `${countOf(membersCount, 'person', 'people')} ${lose} access to ${playlists} that only this group sees. ${stays}`
}

/** How somebody became a member. */
export const SOURCES: Record<MemberSource, { label: string; icon: IconName }> = {
  hand: { label: 'By hand', icon: 'edit' },
  invitation: { label: 'Invitation', icon: 'mail' },
  domain: { label: 'Mail domain', icon: 'world' },
  provider: { label: 'Login', icon: 'password' },
}
