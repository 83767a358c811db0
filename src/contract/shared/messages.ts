// A namespace rather than an object, so that a screen loads only the messages that it shows.
export * as MESSAGES from './message-texts.ts';
