import type { House } from '#server/core/house.ts'

export function categoryRoutes(_house: House): void {}
