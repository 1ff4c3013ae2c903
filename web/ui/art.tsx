/** An illustration. Its colours are tokens (`.art`), so that they follow the theme. */
export function FailedArt() {
  return (
    <svg className="art" viewBox="0 0 200 140" aria-hidden="true">
      <ellipse cx="100" cy="122" rx="76" ry="9" fill="var(--a1)" />
      <path
        d="M62 92a24 24 0 0 1 3-47.8A34 34 0 0 1 131 40a26 26 0 0 1 7 51.4"
        fill="var(--a5)"
        stroke="var(--a6)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M84 92h-14m60 0h-14" stroke="var(--a6)" strokeWidth="4" strokeLinecap="round" />
      <path d="m90 74 20 20m0-20L90 94" stroke="var(--a3)" strokeWidth="4" strokeLinecap="round" />
      <path d="M100 106v8" stroke="var(--a6)" strokeWidth="4" strokeLinecap="round" strokeDasharray="1 7" />
    </svg>
  )
}
