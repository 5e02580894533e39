package dev.gramme.apps.patterns;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests of a pattern's calls, without those that an earlier call has sent in the same way.
 */
final class RequestList {
  private static final int MAX_FORMS = 4;

  private RequestList() {}

  /**
   * The requests of a call.
   *
   * @param number the number of the call
   * @param what its description
   * @param note why there is less than all
   * @param forms the requests to show
   */
  record Entry(int number, String what, String note, List<RequestText.Form> forms) {
    Entry {
      forms = List.copyOf(forms);
    }
  }

  static List<Entry> of(List<Call> calls) {
    Map<List<RequestText.Form>, Integer> shown = new HashMap<>();
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      List<RequestText.Form> forms = RequestText.of(call.requests());
      Integer before = shown.putIfAbsent(forms, i + 1);
      entries.add(entry(i + 1, call.what(), forms, before == null ? 0 : before));
    }
    return entries;
  }

  private static Entry entry(int number, String what, List<RequestText.Form> forms, int before) {
    if (forms.isEmpty()) {
      return new Entry(number, what, "no request", List.of());
    }
    if (before > 0) {
      return new Entry(number, what, "the same as in call " + before, List.of());
    }
    if (forms.size() > MAX_FORMS) {
      String note = "the first " + MAX_FORMS + " of " + forms.size() + " kinds of requests";
      return new Entry(number, what, note, forms.subList(0, MAX_FORMS));
    }
    return new Entry(number, what, "", forms);
  }
}
