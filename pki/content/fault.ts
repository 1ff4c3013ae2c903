/** What is wrong with content, in words for the log. */
export class Fault extends Error {}
