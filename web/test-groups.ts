import type { Group, Member } from '#contract/people/groups.ts'

/** A group as an admin sees it. */
export const aGroup = (own: Partial<Group> = {}): Group => ({
  _id: 'd'.repeat(24),
  name: 'Class 7b',
  description: '',
  isMember: false,
  isLead: false,
  playlistsCount: 6,
  membersCount: 28,
  leads: [],
  mailDomain: null,
  providerValue: null,
  onlyHere: 6,
  createdAt: '2026-09-01T08:00:00.000Z',
  updatedAt: '2026-09-01T08:00:00.000Z',
  ...own,
})

export const aMember = (own: Partial<Member> = {}): Member => ({
  _id: 'a'.repeat(24),
  username: 'Leo Tanaka',
  profilePhoto: { url: '/media/photo.webp', width: 640, height: 640 },
  role: 'Student',
  isLead: false,
  source: 'hand',
  addedBy: null,
  addedAt: '2026-09-08T08:00:00.000Z',
  ...own,
})
