import { Refusal } from './client.ts'

/** The person closed what the server demanded of them, so its refusal stands: told like any other, in a sentence about what they did. */
export class GivenUp extends Refusal {
  constructor(sentence: string) {
    super({ type: 'about:blank', title: sentence, status: 403, detail: 'HUMAN_CHECK', reference: '' })
  }
}
