/** A letter, and the number that it is found by. */
export function LetterArt() {
  return (
    <svg className="art" viewBox="0 0 480 280" aria-hidden="true">
      <ellipse cx="240" cy="254" rx="190" ry="16" fill="var(--a1)" />
      <path d="M120 104 240 32l120 72v124a10 10 0 0 1-10 10H130a10 10 0 0 1-10-10z" fill="var(--a2)" />
      <rect x="150" y="52" width="180" height="150" rx="8" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
      <path className="mirror" d="M174 82h66M174 104h132M174 122h108" stroke="var(--a6)" strokeWidth="6" strokeLinecap="round" />
      <path d="m120 108 120 78 120-78v120a10 10 0 0 1-10 10H130a10 10 0 0 1-10-10z" fill="var(--a5)" stroke="var(--a6)" strokeWidth="1.5" />
      <path d="m124 234 84-70M356 234l-84-70" stroke="var(--a6)" strokeWidth="1.5" />
      <g transform="translate(314 176)">
        <rect width="120" height="44" rx="22" fill="var(--a3)" />
        <path d="M24 22h20M56 16v12M68 16v12M80 16v12M92 16v12" stroke="#fff" strokeWidth="5" strokeLinecap="round" />
      </g>
    </svg>
  )
}
