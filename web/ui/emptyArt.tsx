/** Illustrations. Their colours are tokens (`.art`), so that they follow the theme. */

export function EmptyArt() {
  return (
    <svg className="art" viewBox="0 0 200 140" aria-hidden="true">
      <ellipse cx="100" cy="122" rx="76" ry="9" fill="var(--a1)" />
      <path
        d="M52 62 68 30h64l16 32v46a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8z"
        fill="var(--a5)"
        stroke="var(--a6)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M52 62h30l6 14h24l6-14h30v46a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8z"
        fill="var(--a7)"
        stroke="var(--a6)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M84 42h32M78 52h44" stroke="var(--a2)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="160" cy="30" r="5" fill="var(--a2)" />
      <circle cx="40" cy="38" r="4" fill="var(--a2)" />
    </svg>
  )
}

export function SoonArt() {
  return (
    <svg className="art" viewBox="0 0 200 140" aria-hidden="true">
      <ellipse cx="100" cy="122" rx="76" ry="9" fill="var(--a1)" />
      <rect x="46" y="22" width="108" height="92" rx="8" fill="var(--a5)" stroke="var(--a6)" strokeWidth="2" />
      <path d="M46 42h108" stroke="var(--a6)" strokeWidth="2" />
      <circle cx="142" cy="32" r="3" fill="var(--a2)" />
      <circle cx="131" cy="32" r="3" fill="var(--a2)" />
      <rect x="62" y="56" width="34" height="42" rx="4" fill="var(--a7)" stroke="var(--a2)" strokeDasharray="4 4" />
      <path d="M108 62h32M108 76h32M108 90h20" stroke="var(--a6)" strokeWidth="4" strokeLinecap="round" />
      <path d="m70 78 6 6 12-13" fill="none" stroke="var(--a3)" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
