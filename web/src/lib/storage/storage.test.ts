import { describe, expect, it } from 'vitest';
import { clearAllButWelcome, read, write } from './storage';

describe('storage', () => {
  it('gives back what was stored', () => {
    write('default_location', 'demo-pizza');
    expect(read('default_location')).toBe('demo-pizza');
    expect(read('default_chart_location')).toBeNull();
  });

  it("ends the session with the browser without 'remember me'", () => {
    write('rememberMe', false);
    write('sessionID', 'handle');
    expect(localStorage.getItem('sessionID')).toBeNull();
    expect(sessionStorage.getItem('sessionID')).toBe('"handle"');
    expect(read('sessionID')).toBe('handle');
  });

  it('reads an invalid value as null', () => {
    localStorage.setItem('user', '{broken');
    expect(read('user')).toBeNull();
  });

  it('forgets everything but the welcome flag', () => {
    write('hide_welcome', '1');
    write('sessionID', 'handle');
    write('userName', 'owner@saffron.example');
    write('default_location', 'demo-pizza');
    clearAllButWelcome();
    expect(read('hide_welcome')).toBe('1');
    expect(localStorage.length).toBe(1);
    expect(sessionStorage.length).toBe(0);
  });
});
