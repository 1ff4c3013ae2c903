/** An illustration that few screens need. */
export function LostArt() {
  return (
    <svg className="art" viewBox="0 0 200 140" aria-hidden="true">
      <ellipse cx="100" cy="122" rx="76" ry="9" fill="var(--a1)" />
      <rect x="56" y="18" width="74" height="96" rx="8" fill="var(--a5)" stroke="var(--a6)" strokeWidth="2" />
      <path d="M72 38h42M72 52h42M72 66h24" stroke="var(--a6)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="124" cy="78" r="24" fill="var(--a1)" stroke="var(--a3)" strokeWidth="4" />
      <path d="m142 96 18 18" stroke="var(--a3)" strokeWidth="7" strokeLinecap="round" />
      <path d="M117 72a7 7 0 1 1 9 6.7c-1.6.6-2 1.6-2 3.3m0 6v.1" fill="none" stroke="var(--a4)" strokeWidth="3.5" strokeLinecap="round" />
    </svg>
  )
}
