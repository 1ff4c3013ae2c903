import './pickedNumber.css'

/** The number that a person finds again in their identity app; always in the digits that the app shows. */
export const PickedNumber = ({ number, label }: { number: string; label: string }) => (
  <p className="picked-number num" dir="ltr" role="img" aria-label={label}>
    {number}
  </p>
)
