import { type Html, html } from './html.ts'
import { DARK_AND_NARROW, STYLES as S } from './layout-styles.ts'
import type { MailContent, MailGroup, MailItem, MailLink, MailSite, Unsubscribe } from './mail-kind.ts'

const UNSUBSCRIBE = 'Unsubscribe'

/** The address of an attached picture inside the mail. */
export function pictureCid(name: string): string {
  return `${name}@picture`
}

/**
 * The HTML of a mail, with tables and inline styles for old mail programs. It loads nothing, because pictures are attached.
 * Texts of users have `dir="auto"`, so that each has its own direction.
 */
export function mailHtml(content: MailContent, site: MailSite): string {
  const {
    subject,
    preview = content.paragraphs[0],
    heading,
    paragraphs,
    button,
    aside,
    groups = [],
  } = content
  const document = html`<!doctype html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title><style>${DARK_AND_NARROW}</style></head><body class="page" style="${S.page}">
<div hidden style="display:none" dir="auto">${preview}</div>
<div role="article" aria-roledescription="email" aria-label="${subject}"><table role="presentation" cellpadding="0" cellspacing="0" style="${S.wrap}"><tr><td class="out" align="center" style="${S.out}">
<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="${S.column}"><tr><td><a class="brand" dir="auto" href="${site.origin}/" style="${S.brand}">${site.name}</a></td></tr>
<tr><td><table role="presentation" cellpadding="0" cellspacing="0" class="card" style="${S.card}"><tr><td class="pad" style="${S.pad}">
<h1 class="h1" dir="auto" style="${S.h1}">${heading}</h1>${paragraphs.map((text, index) => paragraph(text, index === paragraphs.length - 1 && !button))}
${button && buttonOf(button)}</td></tr>
${aside && asideOf(aside)}${groups.map(groupOf)}</table></td></tr>
<tr><td class="foot" dir="auto" style="${S.foot}">${content.reason}${linkAfter(content.reasonLink)}${content.reasonLink && content.unsubscribe && ' ·'}${unsubscribeAfter(content.unsubscribe)}<br>
<bdi>${site.name}</bdi>, <a class="link" href="${site.origin}/" style="${S.link}">${new URL(site.origin).host}</a></td></tr></table>
</td></tr></table></div></body></html>
`
  return document.text
}

function paragraph(text: string, isLast: boolean): Html {
  return html`<p class="soft" dir="auto" style="${isLast ? S.lastParagraph : S.paragraph}">${text}</p>`
}

function buttonOf({ label, url }: MailLink): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" class="full"><tr><td class="button" style="${S.button}"><a href="${url}" style="${S.buttonLink}">${label}</a></td></tr></table>
<p class="quiet" style="${S.copy}">The button does nothing? Copy this address into your browser:<br><a class="link" dir="ltr" href="${url}" style="${S.address}">${url}</a></p>`
}

const RULE = html`<tr><td class="rule" style="${S.rule}">&nbsp;</td></tr>`

function asideOf({ lead, text, link }: NonNullable<MailContent['aside']>): Html {
  return html`${RULE}<tr><td class="pad" style="${S.aside}"><p class="soft" dir="auto" style="${S.lastParagraph}"><b>${lead}</b> ${text}${linkAfter(link)}</p></td></tr>`
}

function groupOf({ heading, line, quotes = [], items = [], link, reason, unsubscribe }: MailGroup): Html {
  return html`${RULE}<tr><td class="section" style="${S.section}"><h2 dir="auto" style="${line === undefined ? S.h2Alone : S.h2}">${heading}</h2>
${line === undefined ? undefined : html`<p class="quiet" dir="auto" style="${S.line}">${line}</p>`}
${quotes.map(({ name, text }) => html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr><td class="quote" dir="auto" style="${S.quote}"><b>${name}</b><br><span class="soft" dir="auto" style="${S.soft}">${text}</span></td></tr><tr><td style="${S.gap}"></td></tr></table>`)}
${items.map(itemOf)}
${link && html`<p style="${S.more}"><a class="link" href="${link.url}" style="${S.strongLink}">${link.label}</a></p>`}
${reason === undefined ? undefined : html`<div class="why" dir="auto" style="${S.why}">${reason}${unsubscribeAfter(unsubscribe)}</div>`}</td></tr>`
}

function itemOf({ title, url, line, picture }: MailItem): Html {
  const image =
    picture === undefined
      ? undefined
      : html`<td class="picture" style="${S.pictureCell}"><img src="cid:${pictureCid(picture)}" width="128" height="72" alt="" style="${S.picture}"></td>`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%"><tr>${image}<td valign="top" dir="auto"><a class="link" href="${url}" style="${S.strongLink}">${title}</a>${line === undefined ? undefined : html`<br><span class="quiet" dir="auto" style="${S.quiet}">${line}</span>`}</td></tr><tr><td style="${S.gap}"></td></tr></table>`
}

function linkAfter(link: MailLink | undefined): Html | undefined {
  return link && html` <a class="link" href="${link.url}" style="${S.link}">${link.label}</a>`
}

function unsubscribeAfter(unsubscribe: Unsubscribe | undefined): Html | undefined {
  return linkAfter(unsubscribe && { label: UNSUBSCRIBE, url: unsubscribe.pageUrl })
}

/** The same as plain text. */
export function mailText(content: MailContent, site: MailSite): string {
  const { heading, paragraphs, button, aside, groups = [], reason, reasonLink, unsubscribe } = content
  const blocks = [
    heading,
    ...paragraphs,
    button && textOfLink(button),
    aside && [`${aside.lead} ${aside.text}`, aside.link && textOfLink(aside.link)],
    ...groups.map(groupText),
    [
      '-- ',
      reason,
      reasonLink && textOfLink(reasonLink),
      unsubscribe && textOfLink({ label: UNSUBSCRIBE, url: unsubscribe.pageUrl }),
      `${site.name}, ${site.origin}/`,
    ],
  ]
  return `${blocks
    .map((block) => linesOf(block).join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')}\n`
}

type Lines = string | undefined | Lines[]

function linesOf(lines: Lines): string[] {
  if (lines === undefined) return []
  return typeof lines === 'string' ? [lines] : lines.flatMap(linesOf)
}

function groupText({ heading, line, quotes = [], items = [], link, reason, unsubscribe }: MailGroup): Lines {
  return [
    `* ${heading}`,
    line,
    quotes.map(({ name, text }) => `${name}: ${text}`),
    items.map((item) => [item.line === undefined ? item.title : `${item.title} (${item.line})`, item.url]),
    link && textOfLink(link),
    reason,
    unsubscribe && textOfLink({ label: UNSUBSCRIBE, url: unsubscribe.pageUrl }),
  ]
}

function textOfLink({ label, url }: MailLink): string {
  return `${label}: ${url}`
}
