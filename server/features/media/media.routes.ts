import type { House } from '#server/core/house.ts'

export function mediaRoutes(_house: House, _parts: { folder: string }): void {}
