import type { ComponentProps } from 'react'
import { type NavigateOptions, type To, useHref, useLinkClickHandler, useLocation } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'state'> & {
    to: To
    /** Whether the screen that it leads to replaces this one at once, where others fade. */
    atOnce?: boolean
  }

/** Absent on the server, where nobody follows a link. */
const stillness = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')

/** Whether one screen may fade into the next: where the browser can, and the person did not ask for stillness. */
export const fades = (): boolean =>
  stillness !== undefined && !stillness.matches && 'startViewTransition' in document

function LiveLink({ to, replace, state, atOnce = false, onClick, target, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    replace,
    state,
    target,
    viewTransition: !atOnce && fades(),
  })
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** An address from the root that is its own: no dots, no doubled slashes. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:[?#].*)?$/s

/** The same in markup, where nobody follows it yet: what makes an address of a place is a fifth of rendering a page. */
function WrittenLink(props: LinkProps) {
  const { to, replace, state, atOnce, onClick, ...rest } = props
  return typeof to === 'string' && PLAIN.test(to) ? <a {...rest} href={to} /> : <LiveLink {...props} />
}

/**
 * A link to another screen. React Router's own does the same, but brings the prefetching of its framework mode along,
 * which nothing here uses and every first visit would download.
 */
export const Link = import.meta.env.SSR ? WrittenLink : LiveLink

type NavLinkProps = LinkProps & {
  to: string
  /** Exactly there, not below it. */
  end: boolean
  /** Beginnings of further addresses that belong to it. */
  also?: readonly string[]
}

function leadsTo(pathname: string, { to, end }: Pick<NavLinkProps, 'to' | 'end'>): boolean {
  const [here = '', place = ''] = [pathname, to].map((path) => path.toLowerCase().replace(/\/+$/, ''))
  return here === place || (!end && here.startsWith(`${place}/`))
}

/** A link that says with `aria-current` when it leads to where one is. */
export function NavLink({ to, end, also = [], ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const here = leadsTo(pathname, { to, end }) || also.some((beginning) => pathname.startsWith(beginning))
  return <Link {...rest} to={to} aria-current={here ? 'page' : undefined} />
}
