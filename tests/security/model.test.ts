import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Form } from './request.ts'
import { listIn, openSite, pixel, type Site, VIDEO, type Who } from './site.ts'

/** The number of runs; each has up to forty random steps of random users. */
const RUNS = Number(process.env.MODEL_RUNS ?? 12)

const site = openSite()
const PEOPLE: (Who | undefined)[] = [undefined, 'S1', 'O1', 'T1', 'T2', 'A1', 'M1']
const TEACHERS: Who[] = ['T1', 'T2', 'M1']
const ADMINS: Who[] = ['A1', 'M1']
const STATUSES = ['pending', 'processing', 'approved', 'cancel'] as const
type Status = (typeof STATUSES)[number]

interface Playlist {
  id: string
  owner: Who
  status: Status
  savedBy: Set<Who>
}
interface Course {
  id: string
  playlist: Playlist
  status: Status
  likedBy: Set<Who>
}
interface Comment {
  id: string
  course: Course
  author: Who
}

/** The expected state: the rules in their simplest form. */
class Model {
  playlists: Playlist[] = []
  courses: Course[] = []
  comments: Comment[] = []
}

const isAdmin = (who: Who | undefined) => who !== undefined && ADMINS.includes(who)
const teaches = (who: Who | undefined) => who !== undefined && TEACHERS.includes(who)
const seesPlaylist = (who: Who | undefined, { status, owner }: Playlist) =>
  status === 'approved' || owner === who || isAdmin(who)
const seesCourse = (who: Who | undefined, { status, playlist }: Course) =>
  (status === 'approved' && playlist.status === 'approved') || playlist.owner === who || isAdmin(who)

/** The one in this place, if there are any. */
const pick = <Resource>(resources: Resource[], index: number) =>
  resources[index % Math.max(resources.length, 1)]

interface Step {
  who: Who | undefined
  index: number
  status: Status
}
type Action = (model: Model, real: Site, step: Step) => Promise<void>

/** The response to a user without permission, on any resource. */
const rejected = (who: Who | undefined) => (who === undefined ? 401 : 403)
/** The site has two admins, so nobody decides on their own work (`SELF_REVIEW` is `only-admin`). */
const judges = (who: Who | undefined, owner: Who) => (isAdmin(who) && who !== owner ? 200 : rejected(who))

/** Whether a user may write to a teacher's resource; an admin who is no teacher may not. */
function writes(who: Who | undefined, owner: Who, sees: boolean): number {
  if (who === undefined) return 401
  if (!teaches(who)) return 403
  if (!sees) return 404
  return who === owner ? 200 : 403
}

function removes(who: Who | undefined, owner: Who, sees: boolean): number {
  return isAdmin(who) ? 200 : writes(who, owner, sees)
}

const actions: Record<string, Action> = {
  async publish(model, real, { who }) {
    const fields = { title: 'A playlist', description: 'All of it.', category: 'development' }
    const body = await real.form(fields, 'mainPlaylistImage')
    const answer = await real.send(who, 'POST', '/api/playlists', { body })
    const allowed = who !== undefined && teaches(who)
    expect(answer.status).toBe(allowed ? 201 : rejected(who))
    if (!allowed) return
    const { _id: id } = Object(answer.json.data)
    model.playlists.push({ id, owner: who, status: 'pending', savedBy: new Set() })
  },
  async addCourse(model, real, { who, index }) {
    const playlist = pick(model.playlists, index)
    if (!playlist) return
    const fields = { videoTitle: 'A course', videoLink: VIDEO, description: 'All of it.' }
    const body = new Form(fields, { field: 'tutorialImage', bytes: await pixel() })
    const answer = await real.send(who, 'POST', `/api/courses/${playlist.id}`, { body })
    const expected = writes(who, playlist.owner, seesPlaylist(who, playlist))
    expect(answer.status).toBe(expected === 200 ? 201 : expected)
    if (expected !== 200) return
    const { _id: id } = Object(answer.json.data)
    model.courses.push({ id, playlist, status: 'pending', likedBy: new Set() })
  },
  async judgePlaylist(model, real, { who, index, status }) {
    const playlist = pick(model.playlists, index)
    if (!playlist) return
    const body = { isPlaylistApproved: status }
    const path = `/api/playlists/approve-playlist/${playlist.id}`
    const answer = await real.send(who, 'POST', path, { body })
    const expected = judges(who, playlist.owner)
    expect(answer.status).toBe(expected)
    if (expected === 200) playlist.status = status
  },
  async judgeCourse(model, real, { who, index, status }) {
    const course = pick(model.courses, index)
    if (!course) return
    const path = `/api/courses/approve-course/${course.id}`
    const answer = await real.send(who, 'POST', path, { body: { isCourseApproved: status } })
    const expected = judges(who, course.playlist.owner)
    expect(answer.status).toBe(expected)
    if (expected === 200) course.status = status
  },
  async swapVideo(model, real, { who, index }) {
    const course = pick(model.courses, index)
    if (!course) return
    const before = await real.sql('select video_id from courses where id = ?', course.id)
    const other = Object(before[0]).video_id === VIDEO ? 'aaaaaaaaaaa' : VIDEO
    const path = `/api/courses/${course.playlist.id}/${course.id}`
    const answer = await real.send(who, 'PUT', path, { body: new Form({ videoLink: other }) })
    const expected = writes(who, course.playlist.owner, seesCourse(who, course))
    expect(answer.status).toBe(expected)
  },
  async move(model, real, { who, index }) {
    const course = pick(model.courses, index)
    const target = pick(model.playlists, index + 1)
    if (!(course && target)) return
    const path = `/api/courses/${course.playlist.id}/${course.id}`
    const answer = await real.send(who, 'PUT', path, { body: new Form({ playlist: target.id }) })
    const rights = writes(who, course.playlist.owner, seesCourse(who, course))
    const expected = rights === 200 && target.owner !== who ? 403 : rights
    expect(answer.status).toBe(expected)
    if (expected === 200) course.playlist = target
  },
  async removePlaylist(model, real, { who, index }) {
    const playlist = pick(model.playlists, index)
    if (!playlist) return
    const path = `/api/playlists/${playlist.id}/${real.users[playlist.owner].id}`
    const expected = removes(who, playlist.owner, seesPlaylist(who, playlist))
    expect((await real.send(who, 'DELETE', path)).status).toBe(expected)
    if (expected !== 200) return
    model.playlists = model.playlists.filter((each) => each !== playlist)
    model.courses = model.courses.filter((each) => each.playlist !== playlist)
    model.comments = model.comments.filter(({ course }) => course.playlist !== playlist)
  },
  async removeCourse(model, real, { who, index }) {
    const course = pick(model.courses, index)
    if (!course) return
    const path = `/api/courses/${course.playlist.id}/${course.id}`
    const expected = removes(who, course.playlist.owner, seesCourse(who, course))
    expect((await real.send(who, 'DELETE', path)).status).toBe(expected)
    if (expected !== 200) return
    model.courses = model.courses.filter((each) => each !== course)
    model.comments = model.comments.filter((each) => each.course !== course)
  },
  async like(model, real, { who, index }) {
    const course = pick(model.courses, index)
    if (!course) return
    const answer = await real.send(who, 'POST', `/api/courses/${course.id}/like`, { body: {} })
    if (who === undefined) return expect(answer.status).toBe(401)
    expect(answer.status).toBe(seesCourse(who, course) ? 200 : 404)
    if (!seesCourse(who, course)) return
    if (!course.likedBy.delete(who)) course.likedBy.add(who)
    expect(answer.json.likesCount).toBe(course.likedBy.size)
  },
  async save(model, real, { who, index }) {
    const playlist = pick(model.playlists, index)
    if (!playlist) return
    const answer = await real.send(who, 'POST', `/api/users/savePlaylist/${playlist.id}`)
    if (who === undefined) return expect(answer.status).toBe(401)
    expect(answer.status).toBe(seesPlaylist(who, playlist) ? 200 : 404)
    if (seesPlaylist(who, playlist)) playlist.savedBy.add(who)
  },
  async unsave(model, real, { who, index }) {
    const playlist = pick(model.playlists, index)
    if (!playlist) return
    const answer = await real.send(who, 'DELETE', `/api/users/savedPlaylists/${playlist.id}`)
    expect(answer.status).toBe(who === undefined ? 401 : 200)
    if (who) playlist.savedBy.delete(who)
  },
  async comment(model, real, { who, index }) {
    const course = pick(model.courses, index)
    if (!course) return
    const body = { text: 'A word.', courseId: course.id }
    const answer = await real.send(who, 'POST', '/api/comments', { body })
    if (who === undefined) return expect(answer.status).toBe(401)
    expect(answer.status).toBe(seesCourse(who, course) ? 201 : 404)
    if (!seesCourse(who, course)) return
    model.comments.push({ id: Object(answer.json.comment)._id, course, author: who })
  },
  async reword(model, real, { who, index }) {
    const comment = pick(model.comments, index)
    if (!comment) return
    const body = { text: 'Another word.' }
    const answer = await real.send(who, 'PUT', `/api/comments/${comment.id}`, { body })
    const forbidden = comment.author === who ? 200 : 403
    const expected = seesCourse(who, comment.course) ? forbidden : 404
    expect(answer.status).toBe(who === undefined ? 401 : expected)
  },
  async removeComment(model, real, { who, index }) {
    const comment = pick(model.comments, index)
    if (!comment) return
    const isTeacher = comment.course.playlist.owner === who
    const may = who !== undefined && (comment.author === who || isTeacher || isAdmin(who))
    const without = seesCourse(who, comment.course) ? 403 : 404
    const expected = may ? 200 : without
    const { status } = await real.send(who, 'DELETE', `/api/comments/${comment.id}`)
    expect(status).toBe(who === undefined ? 401 : expected)
    if (may) model.comments = model.comments.filter((each) => each !== comment)
  },
  /** Reads everything as one user and compares it with the model. */
  async look(model, real, { who }) {
    for (const playlist of model.playlists) {
      const answer = await real.send(who, 'GET', `/api/playlists/${playlist.id}`)
      expect(answer.status).toBe(seesPlaylist(who, playlist) ? 200 : 404)
      if (answer.status !== 200) continue
      const inside = model.courses.filter((course) => course.playlist === playlist && seesCourse(who, course))
      const seen = listIn(answer, 'courses').map(({ _id }) => String(_id))
      expect(seen.toSorted()).toEqual(inside.map(({ id }) => id).toSorted())
      expect(answer.json.savedCount).toBe(playlist.savedBy.size)
      expect(answer.json.isPlaylistApproved).toBe(playlist.status)
    }
    const list = listIn(await real.send(who, 'GET', '/api/playlists?limit=200'), 'playlists')
    const own = new Set(list.map(({ _id }) => String(_id)))
    for (const playlist of model.playlists) {
      expect(own.has(playlist.id)).toBe(playlist.status === 'approved' || isAdmin(who))
    }
    if (who === undefined) return
    for (const course of model.courses) {
      const answer = await real.send(who, 'GET', `/api/courses/${course.playlist.id}/${course.id}`)
      expect(answer.status).toBe(seesCourse(who, course) ? 200 : 404)
      if (answer.status === 200) expect(answer.json.likesCount).toBe(course.likedBy.size)
    }
  },
}

class ActionCommand implements fc.AsyncCommand<Model, Site> {
  readonly name: string
  readonly step: Step
  constructor(name: string, step: Step) {
    this.name = name
    this.step = step
  }
  check = () => true
  run = async (model: Model, real: Site) => {
    await actions[this.name]?.(model, real, this.step)
  }
  toString = () => `${this.step.who ?? 'a visitor'}: ${this.name} ${this.step.index} ${this.step.status}`
}

const step = fc.record({
  who: fc.constantFrom(...PEOPLE),
  index: fc.nat(7),
  status: fc.constantFrom(...STATUSES),
})
const commands = Object.keys(actions).map((name) => step.map((each) => new ActionCommand(name, each)))

test(
  'after any sequence of calls the server agrees with a small model of the rules',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40 }), async (commands) => {
        // Starts with two playlists and their courses, or most runs would find no resource.
        const model = new Model()
        for (const owner of ['T1', 'T2'] as const) {
          const begin = { who: owner, index: model.playlists.length, status: 'pending' } as const
          await actions.publish?.(model, site(), begin)
          await actions.addCourse?.(model, site(), begin)
        }
        await fc.asyncModelRun(() => ({ model, real: site() }), commands)
        for (const who of PEOPLE) await actions.look?.(model, site(), { who, index: 0, status: 'pending' })
        for (let left = model.playlists.length; left > 0; left -= 1) {
          await actions.removePlaylist?.(model, site(), { who: 'A1', index: 0, status: 'pending' })
        }
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 20_000 + 60_000,
)
