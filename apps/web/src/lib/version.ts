// The version of the app, as the specification states it; a test holds it equal to package.json.
export const version = '1.0.9';
